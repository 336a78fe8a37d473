import { checkoutHome, runDemoServer } from './run-demo-server'

await runDemoServer('dev', { defaultHome: checkoutHome })
