import { useCallback, useEffect, useState, type ComponentType } from 'react'
import { Button } from '@/components/ui/button'
import { LoadingBar } from '@/components/ui/loading-bar'
import type { NoWorkViewProps } from './no-work-view'

/** Most sessions never need it. It is also loaded early, because after an update of the server its file may be gone. */
export const loadNoWorkView = () => import('./no-work-view')

/** The view without a solution, once its code is loaded. If that fails, the rest of the screen stays. */
export function NoWorkScreen(props: NoWorkViewProps) {
  const { view } = props
  const [LoadedView, setLoadedView] = useState<ComponentType<NoWorkViewProps> | null>(null)
  const [hasFailed, setFailed] = useState(false)

  const load = useCallback(
    (handleFailure: () => void) =>
      loadNoWorkView().then(({ NoWorkView }) => setLoadedView(() => NoWorkView), handleFailure),
    [],
  )
  useEffect(() => void load(() => setFailed(true)), [load])

  function tryAgain() {
    setFailed(false)
    void load(() => {
      const isOffline = !navigator.onLine || view.unreachedSince !== null
      // The server has a newer version, without this file.
      if (!isOffline) location.reload()
      setFailed(true)
    })
  }

  if (LoadedView) return <LoadedView {...props} />
  return <UnloadedView hasFailed={hasFailed} onRetry={tryAgain} />
}

/** In place of the view while it loads, or if it did not load. */
export function UnloadedView({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  return (
    <main id="main" tabIndex={-1} className="flex-1 outline-none">
      {!hasFailed && <LoadingBar label="Loading" />}
      <div role="status" className="px-6 py-24 text-center text-ink-2">
        {hasFailed && (
          <>
            <h1 className="sr-only">No solution for you now</h1>
            <p className="pb-4">
              No solution for you now. The reason could not be loaded. Check your connection, then
              try again.
            </p>
            <Button onClick={onRetry}>Try again</Button>
          </>
        )}
      </div>
    </main>
  )
}
