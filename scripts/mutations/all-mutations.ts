import { annotationMutations } from './annotations'
import { auditAndBackupMutations } from './audit-and-backup'
import { authorisationMutations } from './authorisation'
import { claimMutations } from './claims'
import { dataFileMutations } from './data-files'
import type { Guarantee } from './guarantees'
import type { Mutation, MutationsByGuarantee } from './mutation'
import { operationMutations } from './operations'
import { outboundRequestMutations } from './outbound-requests'
import { renderingMutations } from './rendering'
import { sessionMutations } from './sessions'
import { signInMutations } from './sign-in'

const areas: readonly MutationsByGuarantee[] = [
  claimMutations,
  annotationMutations,
  dataFileMutations,
  authorisationMutations,
  sessionMutations,
  signInMutations,
  operationMutations,
  auditAndBackupMutations,
  renderingMutations,
  outboundRequestMutations,
]

export const allMutations: readonly Mutation[] = areas.flatMap((groups) =>
  Object.entries(groups).flatMap(([guards, mutations]) =>
    mutations.map((mutation) => ({ guards: guards as Guarantee, ...mutation })),
  ),
)
