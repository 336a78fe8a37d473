import { checkoutDemoHome, runDemoServer } from './run-demo-server'

await runDemoServer('dev', { defaultHome: checkoutDemoHome })
