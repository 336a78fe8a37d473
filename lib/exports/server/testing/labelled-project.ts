import { getDatabase } from '@/lib/platform/server/database'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { storeLabelledAnnotation } from './store-annotation'

export interface ProjectWithSolutions {
  project: TestProject
  /** Ids by the external id of the problem. */
  solutions: Map<string, string[]>
}

/** Problems `p0`, `p1`, ..., each with unlabelled solutions of three steps. */
export async function makeProjectWithSolutions(
  problems: number,
  perProblem = 1,
): Promise<ProjectWithSolutions> {
  const project = await makeProject()
  await importLines(
    project,
    Array.from({ length: problems }, (_, problem) => ({
      id: `p${problem}`,
      problem: `What is ${problem} plus one?`,
      answer: String(problem + 1),
      subject: problem % 2 === 0 ? 'Algebra' : 'Geometry',
      samples: Array.from({ length: perProblem }, (__, i) => ({
        id: `p${problem}/${i}`,
        steps: [`Take ${problem}.`, `Add ${i + 1}.`, `So ${problem + i + 1}.`],
        answer: String(problem + i + 1),
      })),
    })),
  )
  const rows = await getDatabase().solution.findMany({
    where: { projectId: project.id },
    select: { id: true, problem: { select: { externalId: true } } },
    orderBy: { externalId: 'asc' },
  })
  const solutions = new Map<string, string[]>()
  for (const { id, problem } of rows)
    solutions.set(problem.externalId!, [...(solutions.get(problem.externalId!) ?? []), id])
  return { project, solutions }
}

/** A finished annotation of three steps, without an error. */
const completeAnnotation = {
  flow: 'solution' as const,
  stepCount: 3,
  ratings: [1, 0, 1] as (-1 | 0 | 1)[],
  flagged: [null, null, null],
  chosen: [0, 0, 0],
  offered: [1, 1, 1],
  finishReason: 'solution' as const,
}

/** A new annotator labels the solution. Returns the id of the annotation. */
export async function labelSolution(project: TestProject, solutionId: string): Promise<string> {
  const { userId } = await makeMember(project, 'annotator')
  return storeLabelledAnnotation(project, { solutionId, userId }, completeAnnotation)
}

export async function makeLabelledProject(problems: number, perProblem = 1) {
  const created = await makeProjectWithSolutions(problems, perProblem)
  const annotations: string[] = []
  for (const solutionId of [...created.solutions.values()].flat())
    annotations.push(await labelSolution(created.project, solutionId))
  return { ...created, annotations }
}
