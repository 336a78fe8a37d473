// The program behind `stepmark demo` of the npm package, which contains the built app.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { runDemoServer } from './run-demo-server'

await runDemoServer('start', { defaultHome: join(homedir(), '.stepmark') })
