import { checkoutHome, runDemoServer } from './instance'

await runDemoServer('dev', { defaultHome: checkoutHome })
