# --- more digits than can matter
import random


def show(text):
    try:
        return float(text).hex()
    except ValueError as error:
        return str(error)[:60]


ones = '1' * 5000
print(show(ones), show('0.' + ones), show('-' + ones + 'e-4990'), show('+.' + ones))
print(show(ones[:3000] + '.' + ones), show(ones[:300] + '.' + ones), show(ones[:300] + '.' + ones + 'E+5'))
print(show('0' * 5000), show('-' + '0' * 5000 + '.'), show('0' * 5000 + '1'), show('0.' + '0' * 5000 + '1e5001'))
print(show('0' * 3000 + '1e' + '0' * 3000 + '5'), show('1e-' + '9' * 3000), show('1e' + '9' * 3000), show('0e' + '9' * 3000))
# --- ties that a digit far behind breaks
def show(text):
    return float(text).hex()


tie = '9007199254740993'
for zeros in 10, 700, 783, 784, 785, 790, 2000, 3000:
    print(zeros, show(tie + '.' + '0' * zeros), show(tie + '.' + '0' * zeros + '1'), show(tie + '.' + '0' * 3000 + '1' + '0' * zeros))
small = format(5e-324 / 1, '.1100f').rstrip('0')
half = str(int(small.replace('.', '').lstrip('0')) * 5)
print(show('0.' + '0' * 323 + half), show('0.' + '0' * 323 + half + '0' * 3000 + '1'), show(half + '0' * 3000 + '1' + 'e-' + str(len(half) + 3324)))
# --- wrong ones
def show(text):
    try:
        return float(text)
    except ValueError as error:
        return str(error)[:60] + str(error)[-12:]


ones = '1' * 5000
for text in (ones + 'x', 'x' + ones, ones + '.' + ones + '.', ones + 'e', ones + 'e+', ones + '_', '_' + ones, ones + '__1', ones + '_.5', ones + '._5',
             ones + 'e_5', ones + 'e5_', ones + 'e-5_0_', 'inf' + ones, 'nan' + ' ' * 3000, ' ' * 3000 + 'infinity', '-' * 3000, '.' * 3000, '.' + 'e' * 3000,
             '+' + '_' * 3000, '1' + '_' * 3000 + '1', '0x' + ones, ones + 'j', '--' + ones, '', '+'):
    print(show(text))
# --- underscores
pairs = '1_' * 3000 + '1'
print(float(pairs + 'e-6_0_0_0'), float('0.' + pairs), float('-' + pairs + '.' + pairs + 'E-5_9_9_9'), float(pairs[:1999]), float(pairs[:2049] + 'e-1_000'))
# --- complex numbers
def show(text):
    try:
        return complex(text)
    except ValueError as error:
        return str(error)[:60] + str(error)[-12:]


ones = '1' * 5000
pairs = '1_' * 3000 + '1'
for text in ('0.' + ones, '0.' + ones + 'j', '0.' + ones + '+0.' + ones + 'j', '(' + ones + 'e-4999-2j)', '1_0+' + ones + 'e-4999j', pairs + 'e-3000', pairs + 'e-3000j',
             ones + '_', '1__0+' + ones + 'j', ones + '+', ones + '+j', ones + 'e-4999-j', ones + 'e-5000+nanj', ones + 'e-5000-infj', ones + 'e-5000-infinity', ' ' * 3000 + '( 1+2j )',
             'j' * 3000, '(' * 3000, '1' + '+' * 3000 + 'j', ones + 'x'):
    print(show(text))
# --- hexadecimal
def show(text):
    try:
        return float.fromhex(text)
    except (ValueError, OverflowError) as error:
        return repr(error)


for text in ('0x' + '1' * 5000, '0x.' + '1' * 5000, '0x' + '1' * 5000 + 'p-19990', '0x1.' + '0' * 5000 + '1', '0x1p' + '0' * 5000 + '5', '0x1p-' + '9' * 5000, ' ' * 5000 + '0x1p3' + '\t' * 5000,
             '0x1.' + '8' * 5000 + 'g', 'inf' + ' ' * 5000, 'nan' * 2000, '0' * 5000, '1.' + '0' * 13 + '8' + '0' * 3000, '1.' + '0' * 13 + '8' + '0' * 3000 + '1'):
    print(show(text))
