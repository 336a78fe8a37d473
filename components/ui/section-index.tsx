'use client'

import { useEffect, useState } from 'react'
import { joinClasses } from './join-classes'
import { Select } from './select'

export interface SectionIndexEntry {
  id: string
  title: string
}

/** Pixels from the top of the window at which a section counts as reached: the header and some space. */
const reachedOffset = 144

/** The last section whose start was scrolled past. At the end of the page, the last section. */
function findCurrentSection(sections: readonly SectionIndexEntry[]): string {
  const { scrollHeight } = document.documentElement
  if (window.scrollY > 0 && window.innerHeight + window.scrollY >= scrollHeight - 2)
    return sections.at(-1)?.id ?? ''
  const reachedSections = sections.filter(({ id }) => {
    const element = document.querySelector(`[id="${CSS.escape(id)}"]`)
    return element !== null && element.getBoundingClientRect().top <= reachedOffset
  })
  return (reachedSections.at(-1) ?? sections[0])?.id ?? ''
}

/** Links to the sections of a long page: a sticky list next to it on wide screens, a select above it on narrow ones. */
export function SectionIndex({
  label,
  sections,
}: {
  label: string
  sections: readonly SectionIndexEntry[]
}) {
  const [current, setCurrent] = useState(sections[0]?.id ?? '')
  useEffect(() => {
    const update = () => setCurrent(findCurrentSection(sections))
    update()
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [sections])
  return (
    <>
      <nav
        aria-label={label}
        className="sticky top-[calc(var(--spacing-head)+1.5rem)] max-wide:hidden"
      >
        <ul className="border-l border-rule">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={id === current ? 'location' : undefined}
                className={joinClasses(
                  '-ml-px block border-l-2 py-1 pl-3 no-underline hover:text-ink',
                  id === current
                    ? 'border-accent font-strong text-ink'
                    : 'border-transparent text-ink-2',
                )}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={label} className="wide:hidden">
        <Select
          aria-label={label}
          value={current}
          choices={sections.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(id) => {
            location.hash = id
          }}
        />
      </nav>
    </>
  )
}
