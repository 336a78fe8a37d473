'use client'

import { useState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { usePoll } from '@/components/ui/use-poll'
import { call } from '@/lib/client/call'
import type { listReleasesContract } from '@/lib/exports/contract'
import { formatCount, formatInstant } from '@/lib/platform/format'
import { describeReleaseState } from './describe-release'
import { addressRelease, nameRelease, type Release } from './release'

const pollMs = 2_000

/** Frozen exports, newest first. */
export function ReleaseList({
  slug,
  given,
  annotations,
}: {
  slug: string
  given: readonly Release[]
  /** Submitted: what a release could hold. */
  annotations: number
}) {
  const releases = useFollowed(slug, given)
  return (
    <section aria-labelledby="releases">
      <SectionHead id="releases" title="Releases">
        {releases.length > 0 && 'times in UTC'}
      </SectionHead>
      {releases.length === 0 ? (
        <p className="max-w-abstract border-t border-ink pt-3 text-strong text-ink-2">
          A release is a frozen export: files for training, split by problem, with their checksums,
          a manifest and a dataset card, all of one instant. The same labels and choices give the
          same bytes.{' '}
          {annotations === 0 &&
            'It needs an annotation first: one made here, or one that came along.'}
        </p>
      ) : (
        <ReleaseTable slug={slug} releases={releases} />
      )}
      <div className="pt-4">
        <ButtonLink href={addressRelease(slug, 'new')}>Make a release</ButtonLink>
      </div>
    </section>
  )
}

function ReleaseTable({ slug, releases }: { slug: string; releases: readonly Release[] }) {
  return (
    <Table aria-labelledby="releases">
      <thead>
        <tr>
          <HeadCell>Release</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell numeric className="max-desk:hidden">
            Train
          </HeadCell>
          <HeadCell numeric className="max-desk:hidden">
            Test
          </HeadCell>
          <HeadCell numeric>Annotations</HeadCell>
        </tr>
      </thead>
      <tbody>
        {releases.map((release) => {
          const { counts } = release
          const show = (count: number | undefined) =>
            count === undefined ? <span className="text-ink-3">…</span> : formatCount(count)
          return (
            <Row key={release.release}>
              <Cell className="wrap-anywhere">
                <Link href={addressRelease(slug, release.number)}>{nameRelease(release)}</Link>
                <span className="block text-caption text-ink-3">
                  by {release.by},{' '}
                  <time dateTime={release.createdAt}>{formatInstant(release.createdAt)}</time>
                </span>
              </Cell>
              <Cell>{describeReleaseState(release)}</Cell>
              <Cell numeric className="max-desk:hidden">
                {show(counts?.train.annotations)}
              </Cell>
              <Cell numeric className="max-desk:hidden">
                {show(counts?.test.annotations)}
              </Cell>
              <Cell numeric>
                {show(counts ? counts.train.annotations + counts.test.annotations : undefined)}
              </Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}

/** The list as it was given, and as long as one is being written, as it is by now. */
function useFollowed(slug: string, given: readonly Release[]): readonly Release[] {
  const [found, setFound] = useState<readonly Release[] | null>(null)
  const releases = found ?? given
  usePoll(
    async (signal) => {
      try {
        const reply = await call<typeof listReleasesContract>(
          { method: 'get', path: '/projects/{project}/releases' },
          { project: slug },
          { signal },
        )
        if (!signal.aborted) setFound(reply.releases)
      } catch {
        // The list as it was seen last stays; the next look may come through.
      }
    },
    {
      isNeeded: releases.some(({ state }) => state === 'running'),
      isActing: false,
      key: slug,
      everyMs: pollMs,
    },
  )
  return releases
}
