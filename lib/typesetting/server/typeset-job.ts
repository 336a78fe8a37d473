import type { TypesetText } from '../typeset'
import { withOwnCache } from '../typeset-formula'
import { typesetRequest } from '../typeset-request'
import { addCodeColours } from './add-code-colours'
import type { TypesetJobResult, TypesetJob } from './typeset-messages'

/** Typesets the texts of one message to the thread of typeset-thread.ts. */
export async function typesetTextsOfJob({
  id,
  requests,
  budget,
  usesOwnCache,
}: TypesetJob): Promise<TypesetJobResult> {
  const typesetAll = () => requests.map((request) => typesetRequest(request, budget))
  const texts: TypesetText[] = usesOwnCache ? withOwnCache(typesetAll) : typesetAll()
  await addCodeColours(texts, { usesOwnCache, budget })
  // `budget` is now what remains.
  return { id, json: new TextEncoder().encode(JSON.stringify(texts)), budget }
}
