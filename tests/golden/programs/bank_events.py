# Event sourcing without classes: closures as objects, an error tree, an audit log.
from functools import reduce
import json

def make_error(name, code):
    def raiser(**details):
        e = ValueError(name)
        e.code, e.details = code, details
        e.add_note(f'code {code}: ' + ', '.join(f'{k}={v}' for k, v in details.items()))
        raise e
    raiser.__name__ = name
    return raiser

insufficient = make_error('InsufficientFunds', 402)
unknown = make_error('UnknownAccount', 404)
frozen = make_error('Frozen', 423)

def bank():
    accounts, log, listeners = {}, [], []
    def emit(kind, **data):
        event = {'seq': len(log) + 1, 'kind': kind, **data}
        log.append(event)
        for listener in listeners: listener(event)
        return event
    def get(name):
        try: return accounts[name]
        except KeyError: unknown(account=name)
    def open_account(name, balance=0):
        if name in accounts: raise KeyError(f'duplicate {name}')
        accounts[name] = {'balance': balance, 'frozen': False}
        return emit('opened', account=name, amount=balance)
    def deposit(name, amount):
        if amount <= 0: raise ValueError(f'amount must be positive, not {amount}')
        get(name)['balance'] += amount
        return emit('deposited', account=name, amount=amount)
    def withdraw(name, amount):
        account = get(name)
        if account['frozen']: frozen(account=name)
        if account['balance'] < amount: insufficient(account=name, wanted=amount, has=account['balance'])
        account['balance'] -= amount
        return emit('withdrawn', account=name, amount=amount)
    def transfer(source, target, amount):
        snapshot = {k: dict(v) for k, v in accounts.items()}
        mark = len(log)
        try:
            withdraw(source, amount)
            deposit(target, amount)
        except Exception as e:
            accounts.clear(); accounts.update(snapshot)
            del log[mark:]
            raise RuntimeError(f'transfer of {amount} from {source} to {target} failed') from e
        return emit('transferred', source=source, target=target, amount=amount)
    def freeze(name): get(name)['frozen'] = True
    def balances(): return {k: v['balance'] for k, v in accounts.items()}
    return {f.__name__: f for f in (open_account, deposit, withdraw, transfer, freeze, balances)} | {'log': log, 'listen': listeners.append}

b = bank()
totals = {}
b['listen'](lambda e: totals.__setitem__(e['kind'], totals.get(e['kind'], 0) + e.get('amount', 0)))
b['open_account']('ann', 100)
b['open_account']('bob')
steps = [('deposit', 'ann', 50), ('withdraw', 'bob', 10), ('transfer', 'ann', 'bob', 120), ('transfer', 'ann', 'eve', 5), ('deposit', 'bob', -3),
         ('open_account', 'ann'), ('freeze', 'bob'), ('withdraw', 'bob', 1), ('transfer', 'bob', 'ann', 1), ('deposit', 'zed', 1)]
for name, *args in steps:
    try:
        result = b[name](*args)
        print(name, args, '->', json.dumps(result, sort_keys=True))
    except Exception as e:
        chain = [f'{type(x).__name__}({x})' for x in (e, e.__cause__) if x is not None]
        print(name, args, '!!', ' <- '.join(chain), getattr(e, '__notes__', getattr(e.__cause__, '__notes__', [])))
print(b['balances'](), totals)

def replay(events):
    def step(state, e):
        match_kind = e['kind']
        if match_kind in ('opened', 'deposited'): state[e['account']] = state.get(e['account'], 0) + e['amount']
        elif match_kind == 'withdrawn': state[e['account']] -= e['amount']
        return state
    return reduce(step, events, {})
print(replay(b['log']), replay(b['log']) == b['balances'](), [e['seq'] for e in b['log']])
