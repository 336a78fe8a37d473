import type { TypesetText } from '../typeset'
import { createTypesetterWithOwnCache } from '../typeset-formula'
import { typesetRequest } from '../typeset-request'
import { addCodeColours } from './add-code-colours'
import type { TypesetJobResult, TypesetJob } from './typeset-messages'

/** Does a job, in the thread. */
export async function typesetTextsOfJob({
  id,
  requests,
  budget,
  usesOwnCache,
}: TypesetJob): Promise<TypesetJobResult> {
  const typesetAll = () => requests.map((request) => typesetRequest(request, budget))
  const texts: TypesetText[] = usesOwnCache
    ? createTypesetterWithOwnCache()(typesetAll)
    : typesetAll()
  await addCodeColours(texts, { usesOwnCache, budget })
  return { id, json: new TextEncoder().encode(JSON.stringify(texts)), budget }
}
