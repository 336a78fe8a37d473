import { memo, useEffect, useState, type Ref, type RefObject } from 'react'
import { RawText } from '@/components/math/raw-text'
import { TypesetContent } from '@/components/math/typeset-content'
import { Icon } from '@/components/ui/icon'
import { joinClasses } from '@/components/ui/join-classes'
import type { LeasedWork } from '@/lib/client/labelling-screen-calls'
import { CollapsibleProblem } from './collapsible-problem'
import { useAriaKeyShortcuts } from './labelling-screen-context'
import { collapsedTextClasses, useIsCollapsible } from './use-is-collapsible'

interface ProblemPanelProps {
  work: LeasedWork
  isOpen: boolean
  isRaw: boolean
  onToggle: () => void
  ref: RefObject<HTMLElement | null>
  /** The sticky excerpt on a phone. */
  excerptRef: Ref<HTMLElement>
}

/** The problem, sticky below the header. Collapsed, it shows two lines. */
export const ProblemPanel = memo(function ProblemPanel(props: ProblemPanelProps) {
  const { work, isOpen, isRaw, onToggle, ref, excerptRef } = props
  const { problem, referenceAnswer } = work
  const keyName = useAriaKeyShortcuts()
  return (
    <>
      <section
        ref={ref}
        aria-label="Problem"
        className="top-head z-20 border-b border-rule bg-paper desk:sticky"
      >
        <div className="sheet sheet-row pt-5 pb-4 max-desk:grid-cols-[auto_1fr] max-desk:items-center max-desk:gap-y-1.5 max-desk:pt-2 max-desk:pb-3">
          <CollapsibleProblem
            problem={problem}
            isOpen={isOpen}
            isRaw={isRaw}
            keyName={keyName('problem')}
            onToggle={onToggle}
            className="col-text text-reading max-wide:row-span-2 max-wide:row-start-1 max-desk:col-span-full max-desk:row-span-1 max-desk:row-start-2"
          />
          {referenceAnswer && (
            <dl className="col-start-5 grid justify-items-start gap-1 self-start pt-1 max-wide:col-start-1 max-wide:row-start-2 max-wide:pl-2 max-desk:col-start-2 max-desk:row-start-1 max-desk:flex max-desk:items-center max-desk:gap-3 max-desk:self-center max-desk:justify-self-end max-desk:p-0">
              <dt className="text-ink-3">Reference answer</dt>
              <dd className="max-w-full overflow-x-auto border border-ink-2 px-2.5 py-[3px] text-reading leading-[26px] max-desk:px-2 max-desk:py-0">
                {isRaw ? (
                  <RawText source={referenceAnswer.source} />
                ) : (
                  <TypesetContent text={referenceAnswer.text} />
                )}
              </dd>
            </dl>
          )}
        </div>
      </section>
      <StickyProblemExcerpt work={work} problemRef={ref} ref={excerptRef} />
    </>
  )
})

/**
 * On a phone the first two lines stay visible as an overlay, so that the page does not move. Hidden from screen
 * readers, which have the problem itself.
 */
function StickyProblemExcerpt({
  work,
  problemRef,
  ref,
}: {
  work: LeasedWork
  problemRef: RefObject<HTMLElement | null>
  ref: Ref<HTMLElement>
}) {
  const [isScrolledAway, setScrolledAway] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { ref: textRef, isCollapsible } = useIsCollapsible()
  useEffect(() => {
    if (!problemRef.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        setScrolledAway(entry !== undefined && !entry.isIntersecting)
        setOpen(false)
      },
      { rootMargin: '-56px 0px 0px' },
    )
    observer.observe(problemRef.current)
    return () => observer.disconnect()
  }, [problemRef])
  return (
    <div ref={ref as Ref<HTMLDivElement>} className="sticky top-head z-20 h-0 desk:hidden">
      {isScrolledAway && (
        <div className="absolute inset-x-0 top-0 flex items-start gap-2 border-b border-rule bg-paper py-2 pr-2 pl-4">
          <div
            aria-hidden="true"
            className={joinClasses(
              'min-w-0 flex-1 text-reading',
              isOpen || !isCollapsible ? 'max-h-[50dvh] overflow-y-auto' : collapsedTextClasses,
            )}
          >
            <div ref={textRef}>
              <TypesetContent text={work.problem.text} />
            </div>
          </div>
          {isCollapsible && (
            <button
              type="button"
              aria-label={isOpen ? 'Collapse problem' : 'Expand problem'}
              onClick={() => setOpen(!isOpen)}
              className={joinClasses(
                'grid size-7 flex-none place-items-center text-ink-2',
                !isOpen && 'after:absolute after:inset-0',
              )}
            >
              <Icon name="chevron" className={isOpen ? 'size-4 rotate-180' : 'size-4'} />
            </button>
          )}
        </div>
      )}
    </div>
  )
}
