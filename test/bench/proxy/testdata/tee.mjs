// The least that a program for Node does to watch what passes: node tee.mjs
// COMMAND [ARG…] passes each chunk on and cuts a copy into lines of JSON.
import { spawn } from 'node:child_process'

const child = spawn(process.argv[2], process.argv.slice(3), { stdio: ['pipe', 'pipe', 'inherit'] })
let seen = 0

function tee(from, to) {
  let rest = ''
  from.on('data', chunk => {
    to.write(chunk)
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) if (JSON.parse(line).id !== undefined) seen++
  })
  from.on('end', () => to.end())
}

tee(process.stdin, child.stdin)
tee(child.stdout, process.stdout)
child.on('exit', code => process.exit(code ?? 1))
