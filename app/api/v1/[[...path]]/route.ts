import { buildApiRouter } from '@/lib/http/server/api'

const api = buildApiRouter()
const handle = (request: Request) => api.fetch(request)

export {
  handle as DELETE,
  handle as GET,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
