import { Link } from '@tanstack/react-router'

export function Brand() {
  return (
    <Link to="/" className="brand">
      <img src="/icon.svg" alt="" width="28" height="28" />
      Waypost
    </Link>
  )
}
