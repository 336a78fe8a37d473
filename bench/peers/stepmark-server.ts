// Starts the production build with a separate PostgreSQL, for bench/peers/run.py. Prints one line of JSON when it is
// ready, and stops when its standard input ends.
import { startBenchServer } from '@/bench/bench-server'

const server = await startBenchServer()
const project = await server.createProject('First')
const { rows } = await server.client.query<{ server_version: string }>('show server_version')
console.log(
  JSON.stringify({
    url: server.url,
    pid: server.pid,
    token: await server.createToken(project),
    node: process.versions.node,
    postgres: rows[0]!.server_version,
  }),
)
process.stdin.resume()
process.stdin.once('end', () => void server.stop().then(() => process.exit(0)))
