/** What people may call the money of a pool, for a search. */
export const moneyAlias = {
  fee: 'price, buy-in, ante, stake, money, dues, pay weekly, cost, by the week, a week, dollars',
  buyBack: 'rebuy, price, money',
  prizes:
    'payout, pay out, pays, paid, places, percentages, money, pot, prize pool, kitty, weekly pot, winner takes all, top score wins, weekly prize, weekly winner, winnings, grand prize, jackpot, year end, first, second, third, runner-up, 1st, 2nd, 3rd, top 3, top 5, split, award, best of the season, end of the season, season standings, bonus pot, keep back, reserve, spots, part of the fee, depends on the number of players, number of entries',
  tables: 'contest, optional side pool, side pot, side bet, half season',
  ownTable:
    'own table, own side table, new table, custom, contest, mini pool, mini season, mini contest, weeks 5 to 8, some weeks, part of the season, bracket of weeks, block of weeks, four weeks, four-week stretch, king of the hill, quarter, quarterly, third of the season, monthly, month, segment, stage, most weeks won, side pool, side pot, side bet',
  ownGames:
    'Thursday games, Thursday, Thursday night, Friday, Saturday, Sunday games, Monday, prime time, night games, division games, most right picks, most correct picks, upsets, lower half',
  lastPlace: 'last place, lowest score, biggest loser, fewest points, toilet bowl, booby prize',
} as const;
