import { AppError } from '@/lib/platform/errors'
import { callApi } from './call-api'
import { deleteTabStorage } from './unfinished-text'
import { announceSignedInUser } from './watch-signed-in-user'

/** Work in this browser that is not on the server. */
export interface UnsavedCounts {
  drafts: number
  finishes: number
  /** Guideline drafts. */
  guidelineDrafts: number
}

export const isAllWorkSaved = ({ drafts, finishes, guidelineDrafts }: UnsavedCounts) =>
  drafts + finishes + guidelineDrafts === 0

const loadStoredUserData = () => import('./stored-user-data')

/** Only the signed-in user has data here: signing in deletes that of others. */
export async function countUnsavedWork(): Promise<UnsavedCounts> {
  return (await loadStoredUserData()).countUnsavedWork()
}

/**
 * Ends the session, deletes all data on this device and opens the sign-in page. Throws, and deletes nothing, if the
 * session may not have ended.
 */
export async function signOut(): Promise<void> {
  const [{ signOut: endSession }, { deleteStoredDataExcept }] = await Promise.all([
    import('next-auth/react'),
    loadStoredUserData(),
  ])
  await endSession({ redirect: false })
  await assertSignedOut()
  announceSignedInUser(null)
  await deleteStoredDataExcept(null)
  deleteTabStorage()
  location.assign('/sign-in')
}

/** next-auth treats any reply as success. */
async function assertSignedOut(): Promise<void> {
  const error = await callApi('get /account', {}).then(
    () => new AppError('unavailable', 'The session has not ended.'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError) || error.code !== 'unauthenticated') throw error
}
