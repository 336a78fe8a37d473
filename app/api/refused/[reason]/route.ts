import { refuseMalformed } from '@/lib/http/server/reroute-malformed'

const handle = async (_request: Request, context: { params: Promise<{ reason: string }> }) =>
  refuseMalformed((await context.params).reason)

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT }
