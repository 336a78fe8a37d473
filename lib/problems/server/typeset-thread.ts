import { parentPort } from 'node:worker_threads'
import type { TypesetText } from '../typeset'
import { createIsolatedTypesetter } from '../typeset-formula'
import { typesetRequest } from '../typeset-request'
import { addCodeColours } from './add-code-colours'
import type { TypesetAnswer, TypesetJob } from './typeset-messages'

// A thread of typeset-pool.ts.
async function answer({ id, requests, budget, isIsolated }: TypesetJob): Promise<void> {
  const typesetAll = () => requests.map((request) => typesetRequest(request, budget))
  const texts: TypesetText[] = isIsolated ? createIsolatedTypesetter()(typesetAll) : typesetAll()
  await addCodeColours(texts, { isIsolated, budget })
  const json = new TextEncoder().encode(JSON.stringify(texts))
  parentPort?.postMessage({ id, json, budget } satisfies TypesetAnswer, [json.buffer])
}

let last = Promise.resolve()
parentPort?.on('message', (job: TypesetJob) => {
  last = last.then(() => answer(job))
})
