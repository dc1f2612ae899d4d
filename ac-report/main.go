// ac-report reads the logs and prints what they come to.
//
//	ac-report tokens [--by tool|connector|session|project|host|surface|day] [--since 7d]
//	ac-report security [--audit] [--check]
//	ac-report events [--follow]
//
// It only reads, but for closed log files, which it compresses, and removes when
// config.json says how long they are kept, and a follower's place.
package main

import (
	"os"
	_ "time/tzdata" // for --timezone, where the system has no zones

	"agentconnector/pkg/cli"
	"agentconnector/pkg/world"
)

var tool = cli.Tool{
	Name:     "ac-report",
	Synopsis: "tokens [--by …] [--since 7d] [--connector ID] [--host ID] [--project DIR]",
	About:    "Read the logs and print what they come to.",
	Examples: `  ac-report tokens --by connector --since 7d            what the last week's calls have cost
  ac-report events --follow | jq 'select(.success==false)'  what fails, as it happens`,
	Exit: `exit codes:
  0  done, also if nothing was measured
  1  the log could not be read
  2  wrong usage or bad input`,
}

func main() { os.Exit(cli.Run(world.Real(), tool, &flags{}, nil)) }
