import { runInstance } from './instance'

await runInstance('start')
