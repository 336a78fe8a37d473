import { answerHealth } from '@/lib/http/server/health'

export const dynamic = 'force-dynamic'

export { answerHealth as GET }
