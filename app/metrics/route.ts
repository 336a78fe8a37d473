import { respondToMetricsRequest } from '@/lib/http/server/metrics-response'

export const dynamic = 'force-dynamic'

export { respondToMetricsRequest as GET }
