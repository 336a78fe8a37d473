import { buildApi } from '@/lib/http/server/api'

const api = buildApi()
const handle = (request: Request) => api.fetch(request)

export {
  handle as DELETE,
  handle as GET,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
