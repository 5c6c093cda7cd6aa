import type { AliasApi } from '@waypost/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface Props {
  account: AliasApi.Account
  /** What the plan lacks, and what is possible without it. */
  children: ReactNode
}

/** Says what the plan of the account lacks, and whom to ask for another. */
export function PlanNote({ account: { plan }, children }: Props) {
  return (
    <p className="note page-note">
      {children} Your plan is {plan}. Whoever runs this Waypost can change it.{' '}
      <Link to="/account/limits">See what your plan has</Link>
    </p>
  )
}
