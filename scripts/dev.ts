import { runDemoServer } from './instance'

await runDemoServer('dev')
