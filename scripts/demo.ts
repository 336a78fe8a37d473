import { runDemoServer } from './instance'

await runDemoServer('start')
