import { BuildTime } from './build-time.tsx';

export function Footer() {
  return (
    <footer className="mt-8 max-md:mb-(--dock)">
      <div className="turf h-28 md:h-36" />
      <BuildTime />
    </footer>
  );
}
