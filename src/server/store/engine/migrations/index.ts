import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';
import { foundation } from './001-foundation.ts';
import { accounts } from './002-accounts.ts';
import { feed } from './003-feed.ts';
import { audit } from './004-audit.ts';
import { pools } from './005-pools.ts';
import { players } from './006-players.ts';
import { historyBySecond } from './007-history-by-second.ts';
import { waitingPicks } from './008-waiting-picks.ts';
import { leagueTime } from './009-league-time.ts';
import { securityLog } from './011-security-log.ts';
import { knownDevices } from './012-known-devices.ts';
import { poolRules } from './013-pool-rules.ts';
import { playerLinks } from './014-player-links.ts';
import { lockMargin } from './015-lock-margin.ts';
import { replacedPicks } from './016-replaced-picks.ts';
import { inviteMakers } from './017-invite-makers.ts';
import { halves } from './018-halves.ts';
import { poolLog } from './019-pool-log.ts';
import { deadlines } from './020-deadlines.ts';
import { pickLimits } from './021-pick-limits.ts';
import { guesses } from './022-guesses.ts';
import { frozenLines } from './023-frozen-lines.ts';
import { announcements } from './024-announcements.ts';
import { entries } from './025-entries.ts';
import { busGuesses } from './026-bus-guesses.ts';
import { commissioners } from './027-commissioners.ts';
import { format } from './028-format.ts';
import { announcementMails } from './029-announcement-mails.ts';
import { listedPools } from './030-listed-pools.ts';
import { talk } from './031-talk.ts';
import { money } from './032-money.ts';
import { notifications } from './033-notifications.ts';
import { outside } from './034-outside.ts';
import { calendars } from './035-calendars.ts';
import { feedReports } from './036-feed-reports.ts';
import { announcedWeeks } from './037-announced-weeks.ts';
import { postponedLocks } from './038-postponed-locks.ts';
import { entriesAndPicks } from './039-entries.ts';

/** Every migration by name, in order. A migration that has run anywhere is never edited. */
export function migrations(engine: Engine): Record<string, Migration> {
  return {
    '001-foundation': foundation(engine),
    '002-accounts': accounts(engine),
    '003-feed': feed(engine),
    '004-audit': audit(engine),
    '005-pools': pools(engine),
    '006-players': players(engine),
    '007-history-by-second': historyBySecond(engine),
    '008-waiting-picks': waitingPicks(engine),
    '009-league-time': leagueTime(engine),
    '011-security-log': securityLog(engine),
    '012-known-devices': knownDevices(),
    '013-pool-rules': poolRules,
    '014-player-links': playerLinks,
    '015-lock-margin': lockMargin(engine),
    '016-replaced-picks': replacedPicks(engine),
    '017-invite-makers': inviteMakers,
    '018-halves': halves,
    '019-pool-log': poolLog,
    '020-deadlines': deadlines(engine),
    '021-pick-limits': pickLimits(engine),
    '022-guesses': guesses(engine),
    '023-frozen-lines': frozenLines(engine),
    '024-announcements': announcements(engine),
    '025-entries': entries(engine),
    '026-bus-guesses': busGuesses(engine),
    '027-commissioners': commissioners(engine),
    '028-format': format(engine),
    '029-announcement-mails': announcementMails,
    '030-listed-pools': listedPools,
    '031-talk': talk(engine),
    '032-money': money(engine),
    '033-notifications': notifications(engine),
    '034-outside': outside(engine),
    '035-calendars': calendars(engine),
    '036-feed-reports': feedReports,
    '037-announced-weeks': announcedWeeks(engine),
    '038-postponed-locks': postponedLocks(engine),
    '039-entries': entriesAndPicks(engine),
  };
}
