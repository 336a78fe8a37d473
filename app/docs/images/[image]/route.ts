import { answerDocImage } from '@/lib/docs/server/answer-doc-image'

export const dynamic = 'force-dynamic'

export { answerDocImage as GET }
