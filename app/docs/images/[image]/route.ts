import { serveDocImage } from '@/lib/docs/server/answer-doc-image'

export const dynamic = 'force-dynamic'

export { serveDocImage as GET }
