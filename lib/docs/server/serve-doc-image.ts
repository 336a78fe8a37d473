import { requireSignedInPerson } from '@/lib/http/server/page'
import { readDocImage } from './doc-files'

/** An image of the documentation, for everyone who is signed in. */
export async function serveDocImage(
  _request: Request,
  { params }: { params: Promise<{ image: string }> },
): Promise<Response> {
  await requireSignedInPerson()
  const image = await readDocImage((await params).image)
  if (image === null) return new Response('Not found', { status: 404 })
  return new Response(new Uint8Array(image), {
    headers: { 'content-type': 'image/webp', 'cache-control': 'private, no-store' },
  })
}
