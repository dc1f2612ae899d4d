#!/bin/sh
# Only a program can give a permission before the host has asked: rules have no
# word for it. The reason says what is asked about, for hosts that show no more.
case $(cat) in
*is-asked-before-yes*) echo '{"decision": "ask", "reason": "ASKED is-asked-before-yes"}' ;;
*is-asked-before-no*) echo '{"decision": "ask", "reason": "ASKED is-asked-before-no"}' ;;
*-given-before-*) echo '{"decision": "allow", "grant": true}' ;;
esac
