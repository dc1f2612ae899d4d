// Package hook is the runtime behind ac-hook: the one command that the hooks
// of every host call.
//
//	payload → normalised event → definitions that match → handlers → one decision → the host's reply
//
// The rules of the room:
//
// Fail open. Whatever goes wrong, the host's tool call goes on, unless
// --on-error deny (for our own faults) or a handler's onError (for its own)
// asks otherwise. A payload that is damaged counts as a fault of ours, because
// a model can write what goes into it and must not disarm a guard that way; an
// empty one, or one that is no object, has nothing to judge and is never denied.
// The exit code is 0. stdout gets one write, a reply that the host takes, or
// nothing. Every fault is a line in logs/hook.log.
//
// Handlers. Each definition that matches runs exactly once, in order, also
// after a deny (it may only want to see the event). One that exits with any
// other status than 0 has failed: exit 2 is no denial, because sh and python
// exit 2 when the script itself is missing or broken, and that would block
// every call. But a deny or ask printed before the failure stands. Of its output
// the reply is the last complete JSON object with a field that decides; if the
// output as a whole is one object, that object; all else is noise and logged.
//
// Merging. deny > ask > modify > context > allow. The first deny's reason wins,
// the first ask's likewise. Changes chain: the next handler sees the changed
// input, and the last change is what the host gets. Contexts are joined in
// order, an empty line between, and travel beside the decision where the host
// takes both. A reply that says allow, or nothing, but carries updatedInput or
// additionalContext, means modify or context.
//
// Allow means no objection. Permission is granted by "grant": true, or by an
// explicit allow on PermissionRequest, and only if nobody denied or asked.
//
// What a host cannot honour becomes the handler's fallback: ask a deny with its
// reason, modify and context nothing; each can be set to the other. What a host
// honours on an event, and in which words, is in its file in package host; reply.go
// chooses, form.go fills in.
//
// Several connectors. A host calls ac-hook once for each, and merges their answers
// by its own rules; so do the modules that package render writes for plugin
// hosts, each with a process of its own (serve). serve without a connector, and
// --all for a host with one file for each event, ask all at once: they are merged
// as the handlers of one are, in order of their ids.
//
// Modules. A plugin host's file has forms, too; the module does what they say
// with what the host holds in its hands. Deciding by rules is done in the loop
// that reads, handlers run beside it, and definitions are read again when they
// change.
//
// One call seen twice, through two files of the host or two hosts' files, is
// answered each time and recorded once (record.go: twin, run.go: realHost).
package hook
