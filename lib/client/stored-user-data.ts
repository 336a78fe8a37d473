import { browserOutbox } from './browser-outbox'
import { deleteLocalStorageExcept } from './delete-local-storage-except'
import { countGuidelineDrafts } from './guideline-draft'

/** Counts the work of the signed-in user that is not on the server yet. */
export async function countUnsavedWork() {
  return { ...(await browserOutbox.count()), guidelineDrafts: countGuidelineDrafts() }
}

/** Deletes the stored data of all users but one; null deletes all. */
export async function deleteStoredDataExcept(exceptUserId: string | null): Promise<void> {
  deleteLocalStorageExcept(exceptUserId)
  await (exceptUserId === null
    ? browserOutbox.deleteAll()
    : browserOutbox.deleteOthers(exceptUserId))
}
