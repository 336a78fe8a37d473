import { respondToMalformedRequest } from '@/lib/http/server/malformed-requests'

const handle = async (_request: Request, context: { params: Promise<{ reason: string }> }) =>
  respondToMalformedRequest((await context.params).reason)

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT }
