# Format specifications for float.
for x in (0.0, -0.0, 1.0, -1.5, 3.14159265, 1e10, 1.5e-7, 123456789.123, 1e100, float('inf'), float('-inf'), float('nan')):
    print(x, [format(x, s) for s in ('', 'f', 'e', 'g', '%', '.2f', '.0f', '.3e', '.3g', '10.2f', '<10.1f', '^+10.1f', '010.2f', ',.2f', '_.1f', '+g', ' .1f', '#.0f', '#g', '.2%', 'G', 'E', 'F', 'n', '.3', '5', '.0e', '.1', 'z.1f', '=+8.1f')])

# --- precision and rounding
for p in range(0, 8): print(p, format(2.5, f'.{p}f'), format(0.1, f'.{p + 15}f'), format(1234567.891, f'.{p}g'), format(1234567.891, f'.{p}'), format(0.00001234, f'.{p}g'), format(9.9999, f'.{p}f'), format(1e22, f'.{p}e'))
print([f'{x:.0f}' for x in (0.5, 1.5, 2.5, -0.5, 3.5, 0.49999999999999994)], [f'{x:.1f}' for x in (0.05, 0.15, 0.25, 0.35, 0.45)], [f'{x:.2f}' for x in (1.005, 2.675, 1.115, -1.005)])
print(f'{1e15:g} {1e16:g} {1e5:g} {1e6:g} {123456:g} {1234567:g} {0.0001:g} {0.00001:g} {100000.0} {1e16} {1e-5} {123456789012345680.0}')
print(f'{-0.001:.1f} {-0.001:z.1f} {-0.0:z} {0.0:+} {-0.0:+} {-0.0:z.0f} {-1e-300:z.2f} {-0.6:z.0f}')
print(f'{1234.5:_} {1234.5:,} {12345678.9:,.3f} {1e20:,.0f} {1234.5678:015,.2f} {-1234.5678:_.1f} {123456.789:e} {0.1:.20f} {0.1:.50g} {1e-10:.3f} {5e-324:.3g} {1.7976931348623157e308:.2e}')
print(f'{1:.60f}'[:12], len(f'{1.1:.100f}'), len(f'{1e300:f}'), f'{1e300:f}'[:20], f'{2.0**-50:.60f}')

# --- grouping in the fraction (new in 3.14)
for s in ('.6_f', '.6,f', ',.6_f', '_.6,f', '.8_', '.,f', '._f', ',.,f', '.7_e', '.7_g', '.6_%'):
    try: print(s, format(1234567.891234567, s))
    except Exception as e: print(s, type(e).__name__, e)

# --- float spec errors
for s in ('d', 'x', 'b', 'c', 's', 'o', 'X', 'q', '.', '.f', '#x', ',,', ',_', '5.5.5', 'ff', '.-1f', '1 f', 'z', ',n', '_n'):
    try: print(repr(s), format(1.5, s))
    except Exception as e: print(repr(s), type(e).__name__, e)

# --- strings in format specs
for s in ('', 's', '5', '<5', '>5', '^6', '*^7', '.2', '5.1', '.0', '<<5', '>>5', '05', '010', '0', '^05', '\U0001f600^5'):
    print(repr(s), repr(format('abc', s)), repr(format('', s)), repr(format('é😀', s)))
for s in ('d', '=5', '+', '-', ' ', ',', '_', '#', 'x', 'f', '=', '+s', 'ss', '.', '5.s', ',s', 'z', '#s', '=+5', 'é5'):
    try: print(repr(s), repr(format('abc', s)))
    except Exception as e: print(repr(s), type(e).__name__, e)

# --- complex in format specs
for s in ('', '.2f', 'e', 'g', '20', '>20', '<20.1f', '^20', '+', ',', '.3', '*^30.2f', 'z.0f', '#.3g'):
    print(repr(s), repr(format(3+4j, s)), repr(format(-0.5-1.25j, s)), repr(format(1234.5j, s)))
for s in ('d', 's', '=20', '020', 'x', '%', 'c', 'y', '010.1f'):
    try: print(repr(s), repr(format(3+4j, s)))
    except Exception as e: print(repr(s), type(e).__name__, e)
