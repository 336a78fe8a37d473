import { query } from '@/lib/auth/server/operation'
import { listImportsContract } from '../contract'

const listedImports = 100

export const listImports = query(listImportsContract, {
  action: 'import.list',
  scope: 'project',
  async run({ db, project }) {
    const rows = await db.importBatch.findMany({
      where: { projectId: project.id },
      select: {
        id: true,
        fileName: true,
        format: true,
        lines: true,
        problems: true,
        solutions: true,
        labellings: true,
        repeated: true,
        refused: true,
        createdAt: true,
        user: { select: { name: true } },
      },
      orderBy: { createdAt: 'desc' },
      take: listedImports,
    })
    return {
      imports: rows.map(({ user, createdAt, ...row }) => ({
        ...row,
        by: user.name,
        createdAt: createdAt.toISOString(),
      })),
    }
  },
})
