package wire

// StatuslineDef is what makes a status line: a command, or a template.
type StatuslineDef struct {
	Command  []string `json:"command,omitempty"`  // argv; gets a StatuslineContext as one line
	Template string   `json:"template,omitempty"` // text with fields of it in braces: {model} {context.percent} {cost}
	MaxLines int64    `json:"maxLines,omitempty"` // the output is cut after so many lines; 0: no limit
	Off      []string `json:"off,omitempty"`      // hosts that the connector leaves out
}

// StatuslineContext is what a status line is made of. What the host does not
// tell is absent.
type StatuslineContext struct {
	Host       string         `json:"host"`                     // canonical host id
	Connector  string         `json:"connector"`                // connector id
	SessionID  string         `json:"sessionId,omitempty"`      // session of the host
	Cwd        string         `json:"cwd,omitempty"`            // working directory
	ProjectDir string         `json:"projectDir,omitempty"`     // root of the project
	Model      *StatusModel   `json:"model,omitempty"`          // model in use
	CostUSD    *float64       `json:"costUsd,omitempty"`        // of the session, in US dollars, by the host's own reckoning
	Context    *StatusContext `json:"context,omitempty"`        // what of the model's context is used
	Transcript string         `json:"transcriptPath,omitempty"` // path of the host's transcript
	Raw        Raw            `json:"raw,omitempty"`            // the host's payload as it came
}

// StatusModel names a model.
type StatusModel struct {
	ID          string `json:"id,omitempty"`          // as the provider calls it
	DisplayName string `json:"displayName,omitempty"` // as the host calls it
}

// StatusContext says how full the context is.
type StatusContext struct {
	UsedTokens *int64   `json:"usedTokens,omitempty"` // tokens
	MaxTokens  *int64   `json:"maxTokens,omitempty"`  // tokens
	Percent    *float64 `json:"percent,omitempty"`    // 0 to 100
}

// ActionDef is an action as ac-hook runs it.
type ActionDef struct {
	ID        string   `json:"id"`                  // kebab-case
	Command   []string `json:"command"`             // argv
	TimeoutMS int64    `json:"timeoutMs,omitempty"` // 30000 if absent
	Off       []string `json:"off,omitempty"`       // hosts that the connector leaves out
}

// ActionCall is what the command of an action gets on its stdin, as one line.
type ActionCall struct {
	Host       string `json:"host"`                 // canonical host id
	Connector  string `json:"connector"`            // connector id
	Action     string `json:"action"`               // id of the action
	Cwd        string `json:"cwd"`                  // where the host started it
	ProjectDir string `json:"projectDir,omitempty"` // root of the project, if it is in one
}
