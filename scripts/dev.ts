import { runInstance } from './instance'

await runInstance('dev')
