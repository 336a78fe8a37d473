'use client'

import { useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Checklist } from '@/components/ui/checklist'
import { CommandLineText } from '@/components/ui/command-line-text'
import { ConfirmAction } from '@/components/ui/confirm-action'
import { CopyButton } from '@/components/ui/copy-button'
import { FilterChip, FilterChips } from '@/components/ui/filter-chip'
import { KeyLabel } from '@/components/ui/key-label'
import { LinkButton } from '@/components/ui/link-button'
import { Menu, MenuAction, MenuCheckbox, MenuLink, MenuSeparator } from '@/components/ui/menu'
import { OneTimeLink } from '@/components/ui/one-time-link'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { QuietButton } from '@/components/ui/quiet-button'
import { RatingIcon } from '@/components/ui/rating-icon'
import { Tabs } from '@/components/ui/tabs'
import { WarningList } from '@/components/ui/warning-list'
import { KitExample, KitSection } from './kit-example'

/** Buttons, menus, filters and messages. */
export function ControlExamples() {
  return (
    <>
      <KitSection id="buttons" title="Buttons and menus">
        <KitExample name="Buttons">
          <div className="flex flex-wrap items-center gap-3">
            <Button tone="primary" keyCap="⏎">
              Primary
            </Button>
            <Button>Plain</Button>
            <Button aria-disabled>Incomplete</Button>
            <Button disabled>Disabled</Button>
            <ButtonLink href="/kit">Link</ButtonLink>
            <QuietButton keyCap="?">Quiet</QuietButton>
            <LinkButton>In a sentence</LinkButton>
            <KeyLabel name="j" />
          </div>
        </KitExample>
        <KitExample name="Menu">
          <MenuExample />
        </KitExample>
        <KitExample name="Confirmation">
          <ConfirmExample />
        </KitExample>
        <KitExample name="Copy">
          <CopyButton text="stepmark" label="Copy name" />
        </KitExample>
      </KitSection>
      <KitSection id="navigation" title="Navigation and filters">
        <KitExample name="Tabs">
          <Tabs
            label="Kinds of work"
            current="open"
            tabs={[
              { key: 'open', href: '/kit', label: 'Open' },
              { key: 'done', href: '/kit?show=done', label: 'Done' },
            ]}
          />
        </KitExample>
        <KitExample name="Filter chips">
          <FilterChips label="Filters" count="412 solutions">
            <FilterChip label="Subject" value="any" clearHref={null}>
              <MenuLink href="/kit" current>
                any
              </MenuLink>
              <MenuLink href="/kit?subject=algebra">algebra</MenuLink>
            </FilterChip>
            <FilterChip label="Round" value="3" clearHref="/kit">
              <MenuLink href="/kit?round=3" current>
                3
              </MenuLink>
            </FilterChip>
          </FilterChips>
        </KitExample>
        <KitExample name="Checklist">
          <Checklist
            items={[
              { title: 'Import solutions', description: '62 imported.', state: 'done' },
              {
                title: 'Plan a round',
                description: 'It fills the queue.',
                state: 'now',
                action: <Button tone="primary">Plan round</Button>,
              },
              { title: 'Label', description: 'After the round starts.', state: 'later' },
            ]}
          />
        </KitExample>
      </KitSection>
      <KitSection id="messages" title="Messages">
        <KitExample name="Success">
          <OutcomeNotice
            outcome={{ kind: 'success', message: 'Saved.' }}
            onUndo={() => undefined}
          />
        </KitExample>
        <KitExample name="Error">
          <OutcomeNotice outcome={{ kind: 'error', message: 'Not saved. You are offline.' }} />
        </KitExample>
        <KitExample name="Warnings">
          <WarningList warnings={['3 lines were skipped.', 'The file has no reference answers.']} />
        </KitExample>
        <KitExample name="One-time link">
          <OneTimeLink link="https://stepmark.example.org/invite#secret">
            Share this link. It works once.
          </OneTimeLink>
        </KitExample>
        <KitExample name="Command">
          <CommandLineText command="npm run -s stepmark -- export --project demo --format prm800k" />
        </KitExample>
        <KitExample name="Ratings">
          <div className="flex gap-4">
            <RatingIcon shape="cross" label="negative" />
            <RatingIcon shape="dash" label="neutral" />
            <RatingIcon shape="tick" label="positive" />
          </div>
        </KitExample>
      </KitSection>
    </>
  )
}

function MenuExample() {
  const [isChecked, setChecked] = useState(true)
  return (
    <Menu trigger="Actions" triggerClassName="rounded-control border border-line px-3 py-1">
      <MenuAction keyName="u" onClick={() => undefined}>
        Undo
      </MenuAction>
      <MenuSeparator />
      <MenuCheckbox isChecked={isChecked} onChange={setChecked}>
        Show keys
      </MenuCheckbox>
      <MenuLink href="/kit">Start of the page</MenuLink>
    </Menu>
  )
}

function ConfirmExample() {
  const [isDeleted, setDeleted] = useState(false)
  if (isDeleted) return <p role="status">Deleted.</p>
  return (
    <ConfirmAction
      label="Delete list"
      consequence="Releases that use it stay."
      confirmName="Delete the list now"
      confirmLabel="Delete"
      onConfirm={() => setDeleted(true)}
    />
  )
}
