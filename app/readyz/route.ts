import { answerReadiness } from '@/lib/http/server/health'

export const dynamic = 'force-dynamic'

export { answerReadiness as GET }
