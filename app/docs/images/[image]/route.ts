import { serveDocImage } from '@/lib/docs/server/serve-doc-image'

export const dynamic = 'force-dynamic'

export { serveDocImage as GET }
