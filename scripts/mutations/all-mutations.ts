import type { Guarantee } from './guarantees'
import type { Mutation, MutationGroups } from './mutation'
import { claimMutations } from './claims'
import { annotationMutations } from './annotations'
import { dataFileMutations } from './data-files'
import { authorisationMutations } from './authorisation'
import { sessionMutations } from './sessions'
import { signInMutations } from './sign-in'
import { operationMutations } from './operations'
import { auditAndBackupMutations } from './audit-and-backup'
import { renderingMutations } from './rendering'
import { outboundRequestMutations } from './outbound-requests'

const areas: readonly MutationGroups[] = [
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
