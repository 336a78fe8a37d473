import { excerptLine, readLines } from '@/lib/formats/read-lines'
import type { LineProblem } from '@/lib/formats/record'
import type { z } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import { formatNoun } from '@/lib/platform/format'
import type { Transaction } from '@/lib/platform/server/database'
import type { listHeldOutListsContract } from '../contract'
import { readHeldOutLine } from '../read-held-out-line'
import { hashStatement } from './hash-statement'
import { countHeldOut } from './held-out.sql'

export type HeldOutReply = z.output<(typeof listHeldOutListsContract)['reply']>['lists'][number]

/** All lists of a release are in memory while it is written, at 32 bytes a problem. */
const problemsMax = 500_000
const namedProblems = 100

/** SHA-256 of each problem's name, once. Throws `invalid_lines` naming the lines that cannot be used. */
export async function readHeldOutFile(file: Uint8Array): Promise<Buffer[]> {
  const hashes = new Map<string, Buffer>()
  const problems: LineProblem[] = []
  let refused = 0
  for await (const line of readLines(streamOne(file))) {
    const read = 'problem' in line ? null : readHeldOutLine(line.text)
    if (read?.ok === true) {
      const hash = hashStatement(read.statement)
      hashes.set(hash.toString('latin1'), hash)
      continue
    }
    refused += 1
    if (problems.length < namedProblems)
      problems.push(
        'problem' in line
          ? line.problem
          : nameProblem(line, read as { place: string; reason: string }),
      )
  }
  if (refused > 0)
    throw new AppError(
      'invalid_lines',
      `${formatNoun(refused, 'line')} cannot be used, the first at line ${problems[0]!.line}. Nothing was added: mend the file and send it again.`,
      { refused, problems },
    )
  if (hashes.size === 0)
    throw new AppError('invalid_lines', 'The file holds no problems. Nothing was added.')
  if (hashes.size > problemsMax)
    throw new AppError(
      'too_large',
      `A list holds at most ${formatNoun(problemsMax, 'problem')}. Nothing was added: split it into several lists.`,
    )
  return [...hashes.values()]
}

function nameProblem(
  { line, offset, text }: { line: number; offset: number; text: string },
  { place, reason }: { place: string; reason: string },
): LineProblem {
  return { line, offset, place, reason, start: excerptLine(text) }
}

async function* streamOne(file: Uint8Array): AsyncGenerator<Uint8Array> {
  yield file
}

/** By name. */
export async function listProjectLists(
  db: Transaction,
  projectId: string,
): Promise<HeldOutReply[]> {
  const rows = await db.heldOutList.findMany({
    where: { projectId },
    select: {
      id: true,
      name: true,
      problems: true,
      sha256: true,
      createdAt: true,
      user: { select: { name: true } },
    },
    orderBy: { name: 'asc' },
  })
  const counts = rows.length === 0 ? new Map() : await countHeldOut(db, projectId)
  return rows.map(({ id, user, sha256, createdAt, ...row }) => ({
    ...row,
    list: id,
    inProject: (counts.get(id) as number | undefined) ?? 0,
    sha256: Buffer.from(sha256).toString('hex'),
    by: user.name,
    createdAt: createdAt.toISOString(),
  }))
}
