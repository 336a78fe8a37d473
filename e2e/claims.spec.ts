import { createToken } from '@/lib/auth/server/commands'
import { call } from '@/lib/client/call'
import type { getWorkContract, submitLabellingContract } from '@/lib/labelling/contract'
import type { claimNextContract } from '@/lib/queue/contract'
import { makeProblemLine } from '@/prisma/seed/factories'
import { expect, test } from './fixtures'

const clients = 20
const problems = 120

test(`${clients} clients at once label ${problems} solutions: each once, none twice, none left`, async ({
  world,
  baseURL,
}) => {
  const project = await world.project()
  await world.solutions(
    project,
    Array.from({ length: problems }, (_, i) => makeProblemLine(`p${i}`, [i / problems])),
  )
  const tokens = await Promise.all(
    Array.from({ length: clients }, async () => {
      const person = await world.join(project, 'annotator')
      return (await createToken.execute(person, { name: 't', scope: 'write', days: 1 })).secret
    }),
  )
  const labelled = await Promise.all(tokens.map((token) => labelAll(baseURL!, token, project.slug)))
  const solutions = labelled.flat()
  expect(solutions).toHaveLength(problems)
  expect(new Set(solutions).size).toBe(problems)
})

/** One client: claims, reads, submits, until nothing is left. Gives what it labelled. */
async function labelAll(baseUrl: string, token: string, project: string): Promise<string[]> {
  const options = { baseUrl, token }
  const solutions: string[] = []
  for (;;) {
    const claimed = await call<typeof claimNextContract>(
      { method: 'post', path: '/projects/{project}/claims' },
      { project },
      options,
    )
    if (claimed.kind === 'none_left') {
      // Others may still hold some; what they hold they will submit.
      expect(['held_by_others', 'all_done']).toContain(claimed.why)
      return solutions
    }
    const lease = claimed.lease.id
    const work = await call<typeof getWorkContract>(
      { method: 'get', path: '/projects/{project}/leases/{lease}/work' },
      { project, lease },
      options,
    )
    await call<typeof submitLabellingContract>(
      { method: 'post', path: '/projects/{project}/leases/{lease}/submission' },
      {
        project,
        lease,
        sequence: 1,
        writer: crypto.randomUUID(),
        basedOn: 0,
        ratings: work.steps.map(() => 1 as const),
        activeMs: 1000,
        events: [],
        finishReason: 'solution',
      },
      { ...options, idempotencyKey: crypto.randomUUID() },
    )
    solutions.push(claimed.solution)
  }
}
