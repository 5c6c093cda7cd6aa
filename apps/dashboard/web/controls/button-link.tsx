import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { buttonClass, type Tone } from './button.tsx'

/** A link that looks like a button. */
export const ButtonLink = createLink(function ButtonAnchor({
  tone = 'usual',
  ...rest
}: ComponentProps<'a'> & { tone?: Tone }) {
  return <a {...rest} className={buttonClass[tone]} />
})
