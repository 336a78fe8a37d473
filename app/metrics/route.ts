import { answerMetrics } from '@/lib/http/server/metrics-page'

export const dynamic = 'force-dynamic'

export { answerMetrics as GET }
