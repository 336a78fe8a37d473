import { respondToReadinessCheck } from '@/lib/http/server/health-responses'

export const dynamic = 'force-dynamic'

export { respondToReadinessCheck as GET }
