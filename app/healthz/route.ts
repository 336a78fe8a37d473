import { respondToHealthCheck } from '@/lib/http/server/health-responses'

export const dynamic = 'force-dynamic'

export { respondToHealthCheck as GET }
