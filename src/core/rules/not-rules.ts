import { teams } from '#core/teams.ts';
import { MAX_GUESS } from '#core/tiebreak.ts';
import type { PoolRules, RuleName } from './pool-rules.ts';
import { ruleChoices } from './pool-rules.ts';
import { CALLED_OFF, MISSED_EARNS_NOTHING, NOBODY_JOINS, SEEN_AFTER_LOCK, valueWords } from './words.ts';

/** Something that people look for among the rules and that no pool can choose. */
export interface NotRule {
  readonly label: string;
  /** What people may call it besides its label, for a search. */
  readonly alias: string;
  /** How it is instead, in a sentence. */
  readonly text: string;
  /** Whose controls say so: those where people look for it. */
  readonly at?: readonly (RuleName | MoneyRow)[];
}

/** A row of the card Money. */
export type MoneyRow = 'fee' | 'prizes';

const WEEKS: NotRule = {
  label: 'Weeks and playoffs',
  alias:
    'playoffs, postseason, Super Bowl, regular season only, start, end, runs through, how many weeks, first week, last week, Week 18',
  text: 'A new pool chooses its first and last week above its rules. Later they are under Manage, Weeks, and playoff weeks once they are scheduled.',
};

const AWARDS: NotRule = {
  label: 'Want to pay another place',
  alias:
    'other awards, later place, 21st place, tenth place, 4th place, fifth place, last place, last place every week, weekly last place, weekly loser, weekly worst, worst score of the week, biggest loser, ultimate loser, booby prize, skunk, toilet bowl, sacko, division games, fewest points, lowest total, most best bets, night games, Monday night prize, trophy, turkey, gift card, drawing, raffle, extra prize, bonus prize, best four weeks, four-week stretch, prize for the best tiebreak guesses',
  text: 'Regular prizes cover the top 3 each week and the top 10 of the season. For anything else, add a side table.',
  at: ['prizes'],
};

const everywhere: readonly NotRule[] = [
  {
    label: 'Totals and margins',
    alias: 'over/under, point totals, margin of victory, touchdowns, shutout',
    text: 'Players pick winners only.',
  },
  {
    label: 'Other games and bets',
    alias: 'parlay, teaser, props, prop bets, squares, poker, cards, bingo, fantasy',
    text: 'A pool is about who wins which game. It has no other contests.',
  },
  {
    label: 'Minutes before kick-off',
    alias: 'hour before, 15 minutes before kickoff, early lock, 12:30 deadline, 11:30, half past',
    text: 'Picks lock at kick-off, or at a full hour that the pool chooses.',
    at: ['deadline', 'deadlineTime'],
  },
  {
    label: 'Midnight at the end of a day',
    alias: 'Saturday midnight, 11:59, end of the day, late at night',
    text: 'It belongs to the next day: for Saturday night, choose Sunday at midnight.',
    at: ['deadlineDay', 'deadlineTime'],
  },
  {
    label: 'Other deadlines on some days',
    alias:
      'Thursday, Friday, Saturday, Thanksgiving, early games, first game of the day, Thursday night, London game, international games',
    text: "A week has one deadline. A game that kicks off before it locks at the game's own kick-off.",
    at: ['deadline', 'deadlineDay'],
  },
  {
    label: 'Another deadline for a week',
    alias: 'unless otherwise specified, change the deadline of one week, exception, Christmas, holiday',
    text: 'Pool settings can change the deadline, for weeks that begin at least two days later.',
    at: ['deadline'],
  },
  {
    label: 'Refunds and rollovers',
    alias:
      'refund, give back, money back, roll over, rollover pot, carry over, next week, next season, not refunded, carries over, nobody wins it',
    text: 'Fees are for this pool alone. What it does with those that no prize takes can be said in its description.',
  },
  {
    label: 'Due dates for fees',
    alias:
      'pay by, paid by, due date, payment deadline, late fee, installments, up front, half now, settle, unpaid, Thursday, before the season, date, September',
    text: 'Commissioners mark who has paid, at any time. A date can be said in the description.',
    at: ['fee'],
  },
  {
    label: 'When picks are seen',
    alias:
      'visible, hidden, hide, show, secret, public, reveal, posted, published, see all picks, before game time, hidden until the deadline, until the cutoff',
    text: SEEN_AFTER_LOCK,
  },
  {
    label: 'A new start in mid-season',
    alias:
      'two halves, each half, halves, start over, starts over, starting over, two seasons, separate seasons, split season, fee for each half',
    text: 'A pool has one fee and one table for all its weeks, besides side tables of some weeks. To start over, make a pool for each part of the season.',
  },
  {
    label: 'Free entries',
    alias: 'waived fee, commissioner plays free, discount, early bird, entry fee by date, price goes up, late entries',
    text: 'All members have the same entry fee.',
    at: ['fee'],
  },
  {
    label: 'Ties for a prize',
    alias:
      'tied, same place, co-winners, co-champions, split evenly, divide, winnings split, split after the tiebreak, round to whole dollars',
    text: 'Players at the same place share the prizes of the places that they take.',
    at: ['prizes'],
  },
  {
    label: 'A share for a side table',
    alias:
      'side table percent, side table percentage, percent for a side table, share of the fees for a side table, side table from the pot',
    text: "The prize of a side table is in dollars only. Shares of the fees are for places of the pool's own standings.",
  },
  {
    label: 'A share for the commissioner',
    alias:
      'owner, administrator, admin fee, administration, keeps, rake, house cut, expenses, running the pool, maximum payout, keep back, charity, non-profit, website fee, server cost, hosting, commissioner fee, owner fee, percent for the commissioner, cut for the commissioner, part of the fee, portion',
    text: "Prizes needn't be all of the fees. What the rest is for can be said in the description.",
    at: ['prizes'],
  },
  {
    label: 'Protests and final results',
    alias:
      'dispute, errors, official results, appeal, complaints, mistakes, discrepancies, discretion, final decision, commissioner decides, last word',
    text: 'A result that is corrected later counts at once, and all scores follow it.',
  },
  {
    label: 'Venmo, PayPal and cash',
    alias: 'Zelle, Cash App, check, mail, send money, cash only, prizes are paid, pay out, paid after',
    text: 'Fees and prizes are paid outside of the app. The Money URL under "More settings" can lead there.',
    at: ['fee'],
  },
  {
    label: 'Number of players',
    alias:
      'minimum, maximum, limit of members, how many people, full, cap, unlimited players, waiting list, waitlist, not enough players, cancel the pool',
    text: 'A pool has as many members as join.',
  },
  {
    label: 'More entries',
    alias: 'unlimited entries, no limit, any number',
    text: 'A member can have ten at most.',
    at: ['entries'],
  },
  {
    label: 'Quitting',
    alias: 'quit, withdraw, drop out, leave the pool, delete entry',
    text: 'Members can leave at any time.',
  },
  {
    label: 'Overtime',
    alias: 'extra time, regulation',
    text: 'The final score counts, overtime included.',
  },
  {
    label: 'Splits by agreement',
    alias: 'agree to split, chop, deal, divide, share the pot, last two players, final two, vote, unanimous',
    text: 'Prizes are paid outside of the app, so players can share them as they agree.',
  },
  {
    label: 'Picks in advance',
    alias: 'ahead, early, future weeks, any time, vacation, change picks',
    text: 'Players can pick any coming week, and change a pick until its game locks.',
  },
  {
    label: 'Entered by a commissioner',
    alias:
      'late picks, proxy, grace period, email, phone, text, paper, pick sheet, for others, commissioner changes picks, edit, fix, mistake, wrong pick',
    text: 'A commissioner can enter picks for others, with a reason, also after a lock, but no late ones of their own.',
  },
  {
    label: 'Who can join',
    alias:
      'guests, friends, family, kids, years old, age, referral, invite, invitation, link, password, private, open to, approval, adults, must be 18, 18 to play, 21 or older',
    text: 'Anyone who opens the invite link of the pool can. Others can ask.',
  },
  {
    label: 'Games that are moved',
    alias: 'another day, another time, rescheduled, flexed, flex, delayed, moved game',
    text: 'A game that gets another time before it locks stays in the pool, and locks by the new time.',
  },
  {
    label: 'Exceptions for a week',
    alias: 'missed week only once, first missed week, free pass, immunity, excused, only some weeks, grace week',
    text: 'No week is excused: what counts for missed picks is the same in every week.',
    at: ['missed'],
  },
  {
    label: 'College and preseason games',
    alias: 'NCAA, other leagues, bowl games, Pro Bowl, exhibition, August',
    text: "Pools play the NFL's regular season and playoffs only.",
  },
  {
    label: 'Head-to-head',
    alias: 'versus, against each other, matchups',
    text: 'Each entry plays for itself.',
  },
  {
    label: 'Teams and divisions of players',
    alias: 'teams of two, pairs, partners, duos, groups',
    text: 'Each entry plays for itself, and all are in the same standings.',
  },
  {
    label: 'Teams on a bye',
    alias: 'byes, bye week, off week, not playing',
    text: 'They have no game in the week, so nobody can pick them.',
  },
  {
    label: 'Names',
    alias:
      'nickname, anonymous, team name, display name, handle, real names, aliases, rename, last names, full names, screen name',
    text: 'Players are called as in their profile. Where a player can have several entries, each can have a name of its own.',
  },
  {
    label: 'Talk',
    alias: 'chat, trash talk, message board, comments, smack, discussion, forum',
    text: 'Each pool can have one under Pool, Talk, once a commissioner turns it on.',
  },
  {
    label: 'Reminders',
    alias: 'email reminder, text message, SMS, notifications, notify, alerts, remind',
    text: 'Players choose in their profile what they get by email or push. There are no text messages.',
  },
  {
    label: 'App for phones',
    alias: 'iPhone, Android, mobile, download, app store, install',
    text: 'There is none in the stores: it runs in any browser, and can be kept on the home screen of a phone.',
  },
  {
    label: 'Conduct',
    alias: 'collusion, cheating, fair play, sportsmanship, disqualify, ban, kick out, copying',
    text: 'The description can say what the pool expects. Commissioners can remove members.',
  },
  {
    label: 'Taxes',
    alias: 'tax, 1099, W-9, IRS, legal, gambling',
    text: 'No money passes through the app, and it reports none.',
  },
  {
    label: 'Another season',
    alias: "next season, next year, keep last year's pool, play again, renew, copy, same rules, previous season",
    text: 'Once a season is over, an admin can start the pool again for the next one, with its rules and members.',
  },
];

/** What many pools give to a player who misses a week. */
const LOWEST_SCORE: NotRule = {
  label: 'Counted as the lowest score',
  alias: 'lowest score minus, worst score, average, missed week, percent, absent',
  text: 'Nobody who misses a week gets it: each missed game counts by itself.',
  at: ['missed'],
};

/** `Green Bay game, Packers game`, for all teams. */
const teamGames = teams.flatMap(({ city, mascot }) => [`${city} game`, `${mascot} game`]).join(', ');

const WITH_SIDES: readonly NotRule[] = [
  WEEKS,
  AWARDS,
  LOWEST_SCORE,
  {
    label: 'Another tiebreak game',
    alias: `tiebreak game, game of the tiebreak, home team game, favorite team's game, our team's game, game decides ties, choose the game, ${teamGames}`,
    text: "The guess is for the week's last game. A commissioner can name another one under Picks, week by week.",
    at: ['tiebreak'],
  },
  {
    label: 'Second tiebreaker',
    alias:
      'tie breaker, exact score, total yards, turnovers, score of each team, next game, backup, home team points, away team points, points of the home team',
    text: "There is one guess a week, of one game's total points.",
    at: ['tiebreak'],
  },
  {
    label: 'The same guess',
    alias:
      'unique guess, different guesses, same tiebreak number, duplicate guess, identical, equal, no two players, already taken',
    text: 'Several players can make it. "Tiebreak" says whether they share the week or the earlier guess wins.',
    at: ['tiebreak'],
  },
  {
    label: 'Half points in a guess',
    alias: 'half points guess, tiebreak half points, decimals, fractions, whole numbers',
    text: `Guesses are whole numbers from 0 to ${MAX_GUESS}.`,
  },
  {
    label: 'One guess for the season',
    alias:
      'guess for the whole season, tiebreak at the beginning, season-long tiebreak, guess once, one tiebreak for all weeks, Super Bowl',
    text: 'Each week has a guess of its own, of one of its games.',
  },
  {
    label: 'A default guess',
    alias: 'no guess, forgot the guess, default tiebreaker, missing guess, guess of zero, no tiebreak entered',
    text: 'There is none: without a guess, a player loses a tie to everyone who made one.',
    at: ['tiebreak'],
  },
  {
    label: 'Guesses before week wins',
    alias: 'lowest average difference, Monday difference over the season, guesses alone, guesses first',
    text: 'Of the season, guesses come last, after week wins and right picks.',
    at: ['seasonTiebreak'],
  },
  {
    label: 'Ties of a week',
    alias: 'most wins, most right picks, weekly tie, head-to-head, tie of the week',
    text: 'Only a guess can settle a week. Of the season, right picks can: "Season tiebreak".',
    at: ['tiebreak'],
  },
  {
    label: 'Lines of our own',
    alias:
      'commissioner sets the lines, own spread, source, Vegas, sportsbook, newspaper, USA Today, DraftKings, website, whose lines, come from, commissioner enters the spreads, posts the spreads, posted lines, lines from an email',
    text: 'All pools have the lines of the league, which come with the schedule and which its admin can correct.',
    at: ['line'],
  },
  {
    label: 'Wrong for both sides',
    alias: 'push loses, push counts as a loss, both lose, ties lose, wrong for everybody, ties lose against the spread',
    text: 'Where the game counts for nobody, nobody earns anything for it.',
    at: ['push'],
  },
  {
    label: 'Games without a line',
    alias: 'no line, no spread, off the board, games with no line, not available, cannot be picked',
    text: 'They are scored straight up.',
    at: ['line'],
  },
  {
    label: 'Weekly and season fees',
    alias:
      'two pots, separate pot, weekly pot, season pot, year end pool, remaining pot, rest of the pot, part of the fee, portion of the fee, separate fees',
    text: 'Prizes of weeks and of the season come from the same fees: dollars first, then shares of the rest.',
    at: ['prizes'],
  },
  {
    label: 'Bonus for a week',
    alias: 'bonus points, weekly winner, record, wins over .500, perfect week, all right, sweep, streak, jackpot',
    text: 'Points come from single games, and prizes depend on places alone. A week can have prizes in money.',
  },
  {
    label: 'Rounding of points',
    alias: 'rounded up, round up, round down, rounding, half points rounded up',
    text: 'Half points stay: half of 15 points is 7.5.',
    at: ['tie'],
  },
  {
    label: 'A prize for most wins',
    alias: 'most wins, most right picks, most correct picks, best record, most weeks won, most weekly wins',
    text: 'Prizes go by points. Side tables can count right picks or weeks won.',
    at: ['prizes'],
  },
  {
    label: 'Putting players out',
    alias:
      'eliminate, elimination, low man out, lowest out each week, lowest three out, lowest dropped each week, knocked out, guillotine, side pool with eliminations',
    text: 'Only a survivor pool puts players out. It can be a pool of its own beside this one.',
  },
  {
    label: 'Who wins the season',
    alias: 'season winner, overall winner, champion, total points, decide the season',
    text: 'The most points win, extra points included.',
  },
  {
    label: 'One upset a week',
    alias: 'pick an upset, upset special, one underdog, optional upset, limit of upsets',
    text: 'Every right pick of an underdog earns its points, without a mark.',
    at: ['upset'],
  },
  {
    label: 'A required best bet',
    alias: 'mandatory, must mark, always a lock',
    text: "Players may mark best bets, but don't have to.",
    at: ['bestBets'],
  },
  {
    label: 'Minus points',
    alias: 'negative, subtract, minus one, lose points, penalty, deduct, wrong pick',
    text: 'A wrong pick earns nothing, and costs nothing.',
    at: ['bestBets'],
  },
  {
    label: 'A bonus game for everybody',
    alias: 'bonus team, game of the week, big game, each team once, team once a season',
    text: 'No game of a week is worth more for everybody, and teams can be picked any number of times.',
  },
  {
    label: 'Joining late',
    alias: 'late entry, late entries, mid-season, after the start',
    text: 'Players can join at any time. "Weeks before joining" says what they have from earlier weeks.',
  },
  {
    label: 'Games that are called off',
    alias: 'cancelled, canceled, postponed, abandoned, game not played, no contest, weather, snow, lightning',
    text: 'They count for nobody.',
  },
];

const ofFormats: Readonly<Record<PoolRules['format'], readonly NotRule[]>> = {
  pickem: [
    ...WITH_SIDES,
    {
      label: 'Eligible for prizes',
      alias: 'default entry, auto picks, ineligible, qualify, cannot win the week, must play every week to win',
      text: 'Missing games bars nobody from prizes, and what counts for a missed game counts like any other pick.',
      at: ['missed', 'missedLimit'],
    },
    {
      label: 'Worth of a right pick',
      alias: '2 points for a win, two points, one point, points per win, value of a win',
      text: 'It is 1 point in the regular season; best bets, upsets and rounds of the playoffs can be worth more.',
    },
    {
      label: 'Best bets in the playoffs',
      alias: 'triple, worth 3, worth more',
      text: 'They are worth double there, too.',
      at: ['bestBets'],
    },
    {
      label: 'Lines of another day',
      alias: 'updated through Friday, Thursday line, closing line, line at kick-off, spread as of',
      text: 'Lines move until a day before kick-off, or freeze on Tuesday.',
      at: ['line'],
    },
  ],
  confidence: [
    {
      label: 'Some games of their choice',
      alias:
        'top ten, rank ten games, how many games, number of picks, pick and rank, only some games, fewer games, games picked, 10 points to 1',
      text: 'Players rank all games of the pool. A commissioner can leave out games for everybody.',
      at: ['slate', 'scale'],
    },
    {
      label: 'Missed picks',
      alias:
        'missed week, missed game counts as a loss, forgot, forget, default, assigned, auto pick, no pick, late, absent, home teams, favorite, partial picks, incomplete, no show, forfeit, blank, leave blank, excused, random, lowest points, lowest unused points, lowest rank, highest points lost',
      text: MISSED_EARNS_NOTHING,
    },
    ...WITH_SIDES,
    {
      label: 'Best bets and upsets',
      alias: 'double points, triple points, lock of the week, key pick, underdog bonus, dog bonus',
      text: 'The rank of a game says how much it is worth.',
    },
  ],
  survivor: [
    {
      ...WEEKS,
      text: 'A new pool chooses its first and last week above its rules, among those to come. The last ones can be switched off later.',
    },
    {
      ...AWARDS,
      text: 'Regular prizes cover the top 10 of the season. For anything else, add a side table.',
    },
    {
      label: 'Tiebreak',
      alias:
        'tie breaker, guess, total points, Monday night total, combined score, strength of victory, margin of victory, furthest, second and third place, runner-up, decided in the playoffs',
      text: 'Nothing is guessed. "All go out together" and "Still in at the end" say who wins. Of the others, who goes out later has the better place, then who has more wins.',
      at: ['survivors'],
    },
    {
      label: 'The same default for everybody',
      alias:
        'Monday night favorite, home team, biggest favorite, assigned team, default pick, lowest ranking team, worst team, favored by the most points',
      text: 'There is none. A pool can let players list teams for weeks that they miss, for all of them or for a number.',
      at: ['missed'],
    },
    {
      label: 'Used teams in the playoffs',
      alias: 'no reset, carry over, stay used, never again, postseason',
      text: 'In a pool that plays playoff weeks, used teams come back there and have the same limit again.',
      at: ['teamUses', 'teamsAgainAfter'],
    },
    {
      label: 'Points',
      alias: 'one point per correct pick, points for wins, score, scoring, bonus points',
      text: 'Survivor counts none. "Still in at the end" can go by the most wins.',
      at: ['survivors'],
    },
    {
      label: 'A tie-breaker team',
      alias: 'tie-breaker, tiebreak pick, second team, backup team, extra team, bonus team',
      text: 'There is none. With two teams a week, a loss by either one counts against you.',
      at: ['twoTeamsFrom'],
    },
    {
      label: 'Two teams in single weeks',
      alias: 'Thanksgiving, holiday, Christmas, three teams, every other week, some weeks',
      text: 'From the chosen week on, every week of the regular season has two; none has three.',
      at: ['twoTeamsFrom'],
    },
    {
      label: 'Two teams in the playoffs',
      alias: 'double picks, two picks, postseason, one team each day, Saturday and Sunday',
      text: 'Playoff weeks have one team.',
      at: ['twoTeamsFrom'],
    },
    {
      label: 'Games that are called off',
      alias: 'cancelled, canceled, postponed, no contest, weather, snow, lightning',
      text: CALLED_OFF,
    },
    {
      label: 'More buy-backs',
      alias: 'unlimited rebuys, any number of times',
      text: 'An entry can be bought back at most three times.',
      at: ['buyBacks'],
    },
    {
      label: 'Nobody wins',
      alias: 'no winner, must survive all weeks, survive the season, survive to the end, all are eliminated',
      text: 'Somebody always wins: those who are left in the end, or the last ones to go out.',
      at: ['survivors'],
    },
    {
      label: 'Missed picks when all go out',
      alias: 'no pick, forgot, did not pick',
      text: 'If they all go on, so do those without a team.',
      at: ['allOut'],
    },
    {
      label: 'Skipping a week',
      alias: 'skip, pass, bye week, free week, sit out, week off',
      text: "Every week needs a team: one without counts as a loss, unless the player's list has one.",
      at: ['missed'],
    },
    {
      label: 'Second bracket',
      alias:
        'second place bracket, zombie, second chance pool, consolation, eliminated players, those who are out, still play',
      text: 'A side table can be one: who is out goes on choosing teams for it.',
    },
    {
      label: 'Other ends in the last weeks',
      alias: 'come back until week, reinstated until, last weeks, then most wins, only before',
      text: 'What happens when all go out together is the same in every week.',
      at: ['allOut'],
    },
    {
      label: 'Playing on after the last week',
      alias: 'last two players, final two, three left, overtime, sudden death, go on, extra weeks, playoff round',
      text: 'The pool ends then. Those who are still in can divide its prizes as they agree.',
      at: ['survivors'],
    },
    {
      label: 'Buying back within a week',
      alias: 'Monday night game, same week, pick again',
      text: 'An entry that is bought back plays on from the next week.',
      at: ['buyBacks'],
    },
    {
      label: 'Spread',
      alias:
        'line, handicap, points, against the spread, straight up, no spread, show spreads, push, hook, half point, spread in the playoffs, for information only',
      text: 'A team is safe by the score alone. Its line is shown beside the game.',
    },
    {
      label: 'Joining late',
      alias:
        'late joiners, new players, registration, register, sign up deadline, entries close, late entry, late entries, register before first pick',
      text: NOBODY_JOINS,
    },
  ],
};

/** What people may call the formats. */
const formatAlias: Readonly<Record<PoolRules['format'], string>> = {
  pickem: 'straight up, pick the winners',
  confidence: 'ranks, weights, weighted picks, different points for each pick, confidence points',
  survivor: 'knockout, eliminator, suicide, one team a week',
};

/** What no pool of a format can choose, each with the text that a search goes by. */
export function notRulesOf({ format }: Pick<PoolRules, 'format'>) {
  const formats = ruleChoices.format.map((each): NotRule => {
    const other = `Another format${each === 'survivor' ? '' : ', straight up or with the spread'}. A pool has one, which it chooses first.`;
    return {
      label: valueWords('format', each),
      alias: each === format ? '' : formatAlias[each],
      text: each === format ? 'The format of this pool.' : other,
    };
  });
  const all = [...ofFormats[format], ...everywhere, ...formats];
  return all.map(({ label, alias, text, at = [] }) => ({ label, text, at, searched: `${label}, ${alias}` }));
}
