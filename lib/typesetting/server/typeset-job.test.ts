import katex from 'katex'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { pageTypesetBudget } from '../typeset-limits'
import { typesetTextsOfJob } from './typeset-job'

/*
 * Counts the calls of KaTeX: fewer if a job reuses what another has typeset. No other test uses these formulas, because
 * tests share the cache.
 */

const render = vi.spyOn(katex, 'renderToString')
afterEach(() => render.mockClear())
afterAll(() => render.mockRestore())

async function typeset(source: string, usesOwnCache: boolean): Promise<void> {
  const request = { kind: 'text' as const, sources: [source], excerptCharacters: null }
  const job = {
    id: 1,
    requests: [request, request],
    budget: { ...pageTypesetBudget },
    usesOwnCache,
  }
  const { json } = await typesetTextsOfJob(job)
  expect(JSON.parse(Buffer.from(json).toString())).toHaveLength(2)
}

describe('a formula', () => {
  it('is typeset only once for several pages', async () => {
    await typeset('Let $j_{31}$.', false)
    await typeset('So $j_{31}$.', false)
    expect(render).toHaveBeenCalledTimes(1)
  })

  it('is typeset again for each annotator’s work, but only once within it', async () => {
    await typeset('Let $j_{32}$.', false)
    await typeset('Let $j_{32}$.', true)
    await typeset('Let $j_{32}$.', true)
    expect(render).toHaveBeenCalledTimes(3)
  })

  it('is typeset again for a page even if it was typeset for an annotator’s work', async () => {
    await typeset('Let $j_{33}$.', true)
    await typeset('Let $j_{33}$.', false)
    expect(render).toHaveBeenCalledTimes(2)
  })
})
